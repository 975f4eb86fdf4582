-- pivot sales.csv --rows region --cols product --values 'avg(revenue) where units > 5,distinct(city) where cost > 500,(sum(cost) where units > 3) / sum(cost),median(units) where revenue > 0,count() where city is null,round(sum(revenue) / sum(units), 1)'
with g as (
    select grouping(region) as level, region, case grouping(product) when 1 then 'Total' else coalesce(product, '(blank)') end as label,
        avg(revenue) filter (units > 5) as a, count(distinct city) filter (cost > 500) as b, sum(cost) filter (units > 3)::double / nullif(sum(cost), 0)::double as c,
        median(units) filter (revenue > 0) as d, count(*) filter (city is null) as e, round(sum(revenue)::double / nullif(sum(units), 0)::double, 1) as f
    from sales
    group by rollup(region), rollup(product)
)
select case level when 1 then 'Total' else region end, columns(* exclude (level, region))
from (pivot g on label in ('Chair', 'Desk', 'Lamp', 'Shelf', '(blank)', 'Total')
    using first(a) as a, first(b) as b, first(c) as c, first(d) as d, first(e) as e, first(f) as f group by level, region)
order by level, region nulls last
