-- pivot sales.csv --rows 'monthname(date),weekdayname(date)' --cols 'fiscalyear(date, 4)' --values 'count()' --subtotals all
with g as (
    select month(date) as m, isodow(date) as d, grouping(m, d) as level,
        count(*) filter (year(date + interval 9 month) = 2023) as a,
        count(*) filter (year(date + interval 9 month) = 2024) as b,
        count(*) filter (year(date + interval 9 month) = 2025) as c,
        count(*) filter (date is null) as none, count(*) as n
    from sales
    group by rollup(m, d)
)
select case level when 3 then 'Total' when 1 then coalesce(['January','February','March','April','May','June','July','August','September','October','November','December'][m], '(blank)') || ' total'
    else ['January','February','March','April','May','June','July','August','September','October','November','December'][m] end,
    ['Monday','Tuesday','Wednesday','Thursday','Friday','Saturday','Sunday'][d],
    nullif(a, 0), nullif(b, 0), nullif(c, 0), nullif(none, 0), n
from g
order by level = 3, m nulls last, level, d nulls last
