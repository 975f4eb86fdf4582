-- pivot sales.csv --lookup 'sales.csv every line on product and region columns units, city' --rows region,product --values sum(revenue),sum(sales.units),distinct(sales.city),count()
select
    case grouping(region, product) when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end,
    product, sum(revenue), sum(units2), count(distinct city2), count(*)
from (
    select a.region, a.product, a.revenue, b.units units2, b.city city2
    from sales a left join sales b on a.product = b.product and a.region = b.region
)
group by rollup(region, product)
order by grouping(region), region nulls last, grouping(product), product nulls last
