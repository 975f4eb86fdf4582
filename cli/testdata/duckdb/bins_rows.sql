-- pivot sales.csv --rows 'bins(units, 6),bin(units, 5)' --cols 'region,edges(revenue, 0, 500.5, 2000)' --values 'sum(cost),count(),avg(units)'
with sorted as (
    select list(units order by units) as l
    from sales
    where units is not null
), edges as (
    select list_sort(list_distinct(list_transform(range(6), lambda i: l[1 + (i * len(l)) // 6]) || [l[len(l)]])) as e
    from sorted
), t as (
    select sales.*, case when units is not null then least(len(e) - 1, len(list_filter(e, lambda x: x <= units))) end as part, e[part] || ' - ' || e[part + 1] as parts,
        floor(units / 5)::bigint * 5 as five, five || ' - ' || five + 5 as fives,
        case when revenue < 0 then 1 when revenue < 500.5 then 2 when revenue < 2000 then 3 when revenue >= 2000 then 4 end as edge,
        ['below 0', '0 - 500.5', '500.5 - 2,000', '2,000 and above'][edge] as edged
    from sales, edges
), g as (
    select grouping(part, five) as down, part, any_value(parts) as outer_label, five, any_value(fives) as inner_label,
        grouping(region, edge) as across, region, edge, sum(cost) as s, count(*) as n, avg(units) as a
    from t
    group by rollup(part, five), rollup(region, edge)
), v as (
    select down, part, max(outer_label) over (partition by down, part) as outer_label, five, max(inner_label) over (partition by down, part, five) as inner_label,
        printf('%02d', dense_rank() over (order by across = 3, region nulls last, across, edge nulls last)) as place, s, n, a
    from g
)
select case down when 3 then 'Total' when 1 then coalesce(outer_label, '(blank)') || ' total' else outer_label end, case down when 0 then inner_label end, columns('_[sna]$')
from (pivot v on place using first(s) as s, first(n) as n, first(a) as a group by down, part, outer_label, five, inner_label)
order by down = 3, part nulls last, down, five nulls last
