-- pivot sales.csv --rows region,product --cols year(date),quarter(date) --values 'sum(revenue),sum(units),count(),count(cost),avg(units),avg(revenue),min(revenue),max(revenue),min(date),max(city)'
with t as (
    select *, year(date) as y, quarter(date) as q, row_number() over () as place
    from sales
), g as (
    select grouping(region, product) as level, region, product, printf('%02d', dense_rank() over (order by grouping(y), y nulls last, grouping(q), q nulls last)) as label,
        sum(revenue) as a, sum(units) as b, count(*) as c, count(cost) as d, avg(units) as e, avg(revenue) as f, min(revenue) as g, max(revenue) as h, min(date) as i, max(city) as j
    from t
    group by rollup(region, product), rollup(y, q)
)
select
    case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end,
    columns(* exclude (level, region))
from (pivot g on label using first(a) as a, first(b) as b, first(c) as c, first(d) as d, first(e) as e, first(f) as f, first(g) as g, first(h) as h, first(i) as i, first(j) as j group by level, region, product)
order by level = 3, region nulls last, level, product nulls last
