-- pivot visits.csv --rows 'trunc(visit, year),trunc(visit, week)' --cols 'weekday(visit)' --values 'count(),max(visit)' --subtotals none
with g as (
    select grouping(y, w) as level, y, w, case grouping(d) when 1 then 'total' else coalesce(d::varchar, 'none') end as label, count(*) as n, max(visit) as m
    from (select *, date_trunc('year', visit) as y, printf('%04d-W%02d', isoyear(visit), week(visit)) as w, isodow(visit) as d from visits)
    group by rollup(y, w), rollup(d)
)
select case level when 3 then 'Total' else strftime(y, '%Y') end, columns(* exclude (level, y))
from (pivot g on label in ('1', '2', '3', '4', '5', '6', '7', 'none', 'total') using first(n) as n, first(m) as m group by level, y, w)
where level <> 1
order by level = 3, y nulls last, w nulls last
