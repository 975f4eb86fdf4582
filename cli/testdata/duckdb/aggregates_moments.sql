-- pivot sales.csv --rows region,product --cols year(date),quarter(date) --values 'stddev(revenue),stddevp(revenue),var(units),varp(cost),first(city),last(revenue),ratio(revenue, cost)'
with t as (
    select *, year(date) as y, quarter(date) as q, row_number() over () as place
    from sales
), g as (
    select grouping(region, product) as level, region, product, printf('%02d', dense_rank() over (order by grouping(y), y nulls last, grouping(q), q nulls last)) as label,
        stddev_samp(revenue) as a, stddev_pop(revenue) as b, var_samp(units) as c, var_pop(cost) as d, arg_min(city, place) as e, arg_max(revenue, place) as f, sum(revenue)::double / nullif(sum(cost), 0)::double as g
    from t
    group by rollup(region, product), rollup(y, q)
)
select
    case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end,
    columns(* exclude (level, region))
from (pivot g on label using first(a) as a, first(b) as b, first(c) as c, first(d) as d, first(e) as e, first(f) as f, first(g) as g group by level, region, product)
order by level = 3, region nulls last, level, product nulls last
