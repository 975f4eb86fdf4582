-- pivot visits.csv --rows 'trunc(visit, hour),trunc(visit, minute),time(visit)' --cols 'isoweek(visit),hour(visit),minute(visit)' --values 'sum(people),count()' --filter 'door = "B" and people > 60 or visit is null'
with t as (
    select people, date_trunc('hour', visit) as a1, date_trunc('minute', visit) as a2, visit::time as a3, week(visit) as b1, hour(visit) as b2, minute(visit) as b3
    from visits
    where door = 'B' and people > 60 or visit is null
), g as (
    select a1, a2, a3, b1, b2, b3, grouping(a1) as r1, grouping(a2) as r2, grouping(a3) as r3, grouping(b1) as c1, grouping(b2) as c2, grouping(b3) as c3, sum(people) as s, count(*) as n
    from t
    group by rollup(a1, a2, a3), rollup(b1, b2, b3)
), v as (
    select * exclude (b1, b2, b3, c1, c2, c3), printf('%03d', dense_rank() over (order by c1, b1 nulls last, c2, b2 nulls last, c3, b3 nulls last)) as place
    from g
)
select
    case when r1 = 1 then 'Total' when r2 = 1 then coalesce(strftime(a1, '%Y-%m-%d %H:%M'), '(blank)') || ' total' else strftime(a1, '%Y-%m-%d %H:%M') end,
    case when r2 = 1 then null when r3 = 1 then coalesce(strftime(a2, '%Y-%m-%d %H:%M'), '(blank)') || ' total' else strftime(a2, '%Y-%m-%d %H:%M') end,
    case when r3 = 1 then null else strftime(date '2000-01-01' + a3, '%H:%M:%S') end,
    columns('_[sn]$')
from (pivot v on place using first(s) as s, first(n) as n group by r1, a1, r2, a2, r3, a3)
order by r1, a1 nulls last, r2, a2 nulls last, r3, a3 nulls last
