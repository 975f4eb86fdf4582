-- pivot sales.csv --rows region --cols product --values 'max(pow)' --let 'pow = units ^ 2'
with g as (
    select grouping(region) as down, region, printf('%d', dense_rank() over (order by grouping(product), product nulls last)) as place, max(units ^ 2) as m
    from sales
    group by rollup(region), rollup(product)
)
select case down when 1 then 'Total' else region end, columns(* exclude (down, region))
from (pivot g on place using first(m) as m group by down, region)
order by down, region nulls last
