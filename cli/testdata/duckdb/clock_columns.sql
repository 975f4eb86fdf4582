-- pivot visits.csv --rows 'fiscalyear(visit, 10),fiscalquarter(visit, 10)' --cols 'weekdayname(visit, sunday)' --values 'sum(people)'
with t as (
    select year(visit + interval 3 month) as y, quarter(visit + interval 3 month) as q, dayofweek(visit) as d, people
    from visits
), g as (
    select grouping(y, q) as level, y, q, list_value('Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday')[d + 1] as name, grouping(d) as across, sum(people) as s
    from t
    group by rollup(y, q), rollup(d)
), v as (
    select level, y, q, case across when 1 then 'Total' else coalesce(name, '(blank)') end as label, s
    from g
)
select case level when 3 then 'Total' when 1 then coalesce(y::varchar, '(blank)') || ' total' else y::varchar end, columns(* exclude (level, y))
from (pivot v on label in ('Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', '(blank)', 'Total') using first(s) group by level, y, q)
order by level = 3, y nulls last, level, q nulls last
