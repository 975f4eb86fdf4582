-- pivot sales.csv --rows region,city --cols product,year(date) --values 'avg(revenue) where units > 5,(sum(cost) where units > 3) / sum(cost),count() where city is null,round(sum(revenue) / sum(units), 1)'
with g as (
    select grouping(region, city) as level, region, city, printf('%02d', dense_rank() over (order by grouping(product), product nulls last, grouping(y), y nulls last)) as label,
        avg(revenue) filter (units > 5) as a, sum(cost) filter (units > 3)::double / nullif(sum(cost), 0)::double as c,
        count(*) filter (city is null) as e, round(sum(revenue)::double / nullif(sum(units), 0)::double, 1) as f
    from (select *, year(date) as y from sales)
    group by rollup(region, city), rollup(product, y)
)
select case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end, columns(* exclude (level, region))
from (pivot g on label
    using first(a) as a, first(c) as c, first(e) as e, first(f) as f group by level, region, city)
order by level = 3, region nulls last, level, city nulls last
