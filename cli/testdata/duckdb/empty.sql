-- pivot sales.csv --rows region,product,month(date) --values sum(units),count() --filter 'city = "Rome" or region = "US" or region is null' --totals cols --subtotals region --totals-at top --show-empty
-- pivot sales.csv --rows region,product,month(date) --values sum(units),count() --filter 'city = "Rome" or region = "US" or region is null' --totals cols --subtotals region --totals-at top --show-empty --repeat-labels
with t as (
    select * from sales where city = 'Rome' or region = 'US' or region is null
), months as (
    select unnest(range((select min(month(date)) from t), (select max(month(date)) from t) + 1)) as m
    union select distinct month(date) from t
), leaves as (
    select r.region, p.product, months.m, sum(units) as s, nullif(count(t.rowid), 0) as n
    from (select distinct region from t) r cross join (select distinct product from t) p cross join months
        left join (select *, row_number() over () as rowid from t) t
            on t.region is not distinct from r.region and t.product is not distinct from p.product and month(t.date) is not distinct from months.m
    group by all
), lines as (
    select 2 as level, region, product, m, s, n from leaves
    union all select 1, region, null, null, sum(units), count(*) from t group by region
    union all select 0, null, null, null, sum(units), count(*) from t
)
select
    case level when 0 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end, product, m, s, n
from lines
order by level > 0, region nulls last, level, product nulls last, m nulls last
