-- pivot sales.csv --rows region,city --cols product,year(date) --values 'distinct(city) where cost > 500,median(units) where revenue > 0'
with g as (
    select grouping(region, city) as level, region, city, printf('%02d', dense_rank() over (order by grouping(product), product nulls last, grouping(y), y nulls last)) as label,
        count(distinct city) filter (cost > 500) as b, median(units) filter (revenue > 0) as d
    from (select *, year(date) as y from sales)
    group by rollup(region, city), rollup(product, y)
)
select case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end, columns(* exclude (level, region))
from (pivot g on label
    using first(b) as b, first(d) as d group by level, region, city)
order by level = 3, region nulls last, level, city nulls last
