-- pivot visits.csv --rows 'fiscalyear(visit, 4),fiscalquarter(visit, 4),monthname(visit),weekdayname(visit)' --cols 'trunc(visit, year),trunc(visit, quarter),trunc(visit, month),trunc(visit, day)' --values 'sum(people),count()' --filter 'door = "B" and people > 60 or visit is null'
with t as (
    select people, year(visit + interval 9 month) as a1, quarter(visit + interval 9 month) as a2, month(visit) as a3, isodow(visit) as a4, date_trunc('year', visit) as b1, date_trunc('quarter', visit) as b2, date_trunc('month', visit) as b3, visit::date as b4
    from visits
    where door = 'B' and people > 60 or visit is null
), g as (
    select a1, a2, a3, a4, b1, b2, b3, b4, grouping(a1) as r1, grouping(a2) as r2, grouping(a3) as r3, grouping(a4) as r4, grouping(b1) as c1, grouping(b2) as c2, grouping(b3) as c3, grouping(b4) as c4, sum(people) as s, count(*) as n
    from t
    group by rollup(a1, a2, a3, a4), rollup(b1, b2, b3, b4)
), v as (
    select * exclude (b1, b2, b3, b4, c1, c2, c3, c4), printf('%03d', dense_rank() over (order by c1, b1 nulls last, c2, b2 nulls last, c3, b3 nulls last, c4, b4 nulls last)) as place
    from g
)
select
    case when r1 = 1 then 'Total' when r2 = 1 then coalesce(a1::varchar, '(blank)') || ' total' else a1::varchar end,
    case when r2 = 1 then null when r3 = 1 then coalesce(a2::varchar, '(blank)') || ' total' else a2::varchar end,
    case when r3 = 1 then null when r4 = 1 then coalesce(['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'][a3], '(blank)') || ' total' else ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'][a3] end,
    case when r4 = 1 then null else ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'][a4] end,
    columns('_[sn]$')
from (pivot v on place using first(s) as s, first(n) as n group by r1, a1, r2, a2, r3, a3, r4, a4)
order by r1, a1 nulls last, r2, a2 nulls last, r3, a3 nulls last, r4, a4 nulls last
