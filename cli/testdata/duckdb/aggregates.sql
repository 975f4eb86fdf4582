-- pivot sales.csv --rows region,product --cols year(date),quarter(date) --values 'p(units, 0.9),stddev(revenue),stddevp(revenue),var(units),varp(cost),skewness(revenue),first(city),last(revenue),mode(units),product(units),ratio(revenue, cost),corr(revenue, cost),top(units, 3)'
with t as (
    select *, year(date) as y, quarter(date) as q, row_number() over () as place
    from sales
), g as (
    select grouping(region, product) as level, region, product,
        printf('%02d', dense_rank() over (order by grouping(y), y nulls last, grouping(q), q nulls last)) as label,
        quantile_cont(units, 0.9) as a, stddev_samp(revenue) as b, stddev_pop(revenue) as c, var_samp(units) as d, var_pop(cost) as e,
        list(revenue::double) filter (revenue is not null) as f, arg_min(city, place) as g, arg_max(revenue, place) as h,
        (list_sort(list_transform(map_entries(histogram(units)), lambda e: {n: -e.value::bigint, v: e.key})))[1].v as i,
        product(units) as j, sum(revenue)::double / nullif(sum(cost), 0)::double as k, nullif(corr(revenue, cost), 'nan') as l, array_to_string(max(units, 3), ', ') as m
    from t
    group by rollup(region, product), rollup(y, q)
), c as (
    select *, len(f) as n, list_avg(f) as mean, list_sum(list_transform(f, lambda x: (x - list_avg(f)) ^ 2)) as m2, list_sum(list_transform(f, lambda x: (x - list_avg(f)) ^ 3)) as m3
    from g
), k as (
    select * replace (case when n > 2 then n * m3 / ((n - 1) * (n - 2)) / (m2 / (n - 1)) ^ 1.5 end as f) -- DuckDB's own skewness cancels
    from c
)
select
    case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end,
    columns(* exclude (level, region))
from (pivot k on label
    using first(a) as a, first(b) as b, first(c) as c, first(d) as d, first(e) as e, first(f) as f, first(g) as g, first(h) as h, first(i) as i, first(j) as j,
        first(k) as k, first(l) as l, first(m) as m group by level, region, product)
order by level = 3, region nulls last, level, product nulls last
