-- pivot sales.csv --rows region,city --cols product --values 'sum(revenue),count()' --having 'city: sum(units) between 50 and 200' --having 'product: avg(cost) > 1000' --others
with t as (
    select s.*, coalesce((select sum(units) from sales o where o.region is not distinct from s.region and o.city is not distinct from s.city) not between 50 and 200, true) as city_out,
        coalesce((select avg(cost) from sales o where o.product is not distinct from s.product) <= 1000, true) as product_out
    from sales s
), u as (
    select region, city_out, case when not city_out then city end as town, product_out, case when not product_out then product end as item, revenue
    from t
), g as (
    select grouping(region, city_out) as level, region, city_out, town,
        case grouping(product_out) when 1 then 'total' else case when product_out then 'others' else coalesce(item, 'none') end end as label, sum(revenue) as s, count(*) as n
    from u
    group by grouping sets ((region, city_out, town, product_out, item), (region, city_out, town), (region, product_out, item), (region), (product_out, item), ())
)
select case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end, case when city_out then 'Others' else town end, columns('_[sn]$')
from (pivot g on label in ('Chair', 'Desk', 'Lamp', 'none', 'others', 'total') using first(s) as s, first(n) as n group by level, region, city_out, town)
order by level = 3, region nulls last, level, city_out, town nulls last
