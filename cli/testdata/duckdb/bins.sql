-- pivot sales.csv --rows 'bin(units, 5)' --cols 'edges(revenue, 0, 500.5, 2000)' --values 'sum(cost),count()'
with t as (
    select floor(units / 5)::bigint * 5 as low,
        case when revenue < 0 then 'a' when revenue < 500.5 then 'b' when revenue < 2000 then 'c' when revenue >= 2000 then 'd' else 'e' end as edge, cost
    from sales
), g as (
    select grouping(low) as level, low, case grouping(edge) when 1 then 'f' else edge end as label, sum(cost) as s, count(*) as n
    from t
    group by rollup(low), rollup(edge)
)
select case level when 1 then 'Total' else low || ' - ' || low + 5 end, columns(* exclude (level, low))
from (pivot g on label in ('a', 'b', 'c', 'd', 'e', 'f') using first(s) as s, first(n) as n group by level, low)
order by level, low nulls last
