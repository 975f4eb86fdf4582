-- pivot sales.csv --rows region,product --cols year(date),quarter(date) --values 'distinct(city),distinct(date),median(units),median(revenue)'
with t as (
    select *, year(date) as y, quarter(date) as q, row_number() over () as place
    from sales
), g as (
    select grouping(region, product) as level, region, product, printf('%02d', dense_rank() over (order by grouping(y), y nulls last, grouping(q), q nulls last)) as label,
        count(distinct city) as a, count(distinct date) as b, median(units) as c, median(revenue) as d
    from t
    group by rollup(region, product), rollup(y, q)
)
select
    case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end,
    columns(* exclude (level, region))
from (pivot g on label using first(a) as a, first(b) as b, first(c) as c, first(d) as d group by level, region, product)
order by level = 3, region nulls last, level, product nulls last
