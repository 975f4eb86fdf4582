-- pivot sales.csv --rows region,product --cols year(date),quarter(date) --values 'list(city),list(date),list(units),list(city) where cost > 500'
with t as (
    select *, year(date) as y, quarter(date) as q
    from sales
), g as (
    select grouping(region, product) as level, region, product, printf('%02d', dense_rank() over (order by grouping(y), y nulls last, grouping(q), q nulls last)) as label,
        string_agg(distinct city, ', ' order by city) as a, array_to_string(list_sort(list(distinct date) filter (date is not null)), ', ') as b,
        array_to_string(list_sort(list(distinct units) filter (units is not null)), ', ') as c, string_agg(distinct city, ', ' order by city) filter (cost > 500) as d
    from t
    group by rollup(region, product), rollup(y, q)
)
select
    case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end,
    columns(* exclude (level, region))
from (pivot g on label using first(a) as a, first(b) as b, first(c) as c, first(d) as d group by level, region, product)
order by level = 3, region nulls last, level, product nulls last
