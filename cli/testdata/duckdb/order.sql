-- pivot sales.csv --rows region,city --cols product --values 'avg(revenue)' --sort 'region: avg(revenue) desc' --sort 'city: avg(revenue) at Lamp' --sort 'product: avg(revenue) at Asia desc'
with g as (
    select grouping(region, city) as level, region, city, case grouping(product) when 1 then 'total' else coalesce(product, 'none') end as label, avg(revenue) as a
    from sales
    group by rollup(region, city), rollup(product)
), v as (
    from (pivot g on label in ('Lamp', 'Shelf', 'Chair', 'Desk', 'none', 'total') using first(a) group by level, region, city)
)
select case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end, columns(* exclude (level, region))
from v
order by level = 3, (select o.total from v o where o.level = 1 and o.region is not distinct from v.region) desc nulls last, level, v."Lamp" nulls last, city nulls last
