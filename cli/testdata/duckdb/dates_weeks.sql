-- pivot visits.csv --rows 'year(visit),trunc(visit, week),weekday(visit)' --cols 'quarter(visit),month(visit),day(visit)' --values 'sum(people),count()' --filter 'door = "B" and people > 60 or visit is null'
with t as (
    select people, year(visit) as a1, date_trunc('week', visit) as a2, isodow(visit) as a3, quarter(visit) as b1, month(visit) as b2, day(visit) as b3
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
    case when r1 = 1 then 'Total' when r2 = 1 then coalesce(a1::varchar, '(blank)') || ' total' else a1::varchar end,
    case when r2 = 1 then null when r3 = 1 then coalesce(printf('%04d-W%02d', isoyear(a2), week(a2)), '(blank)') || ' total' else printf('%04d-W%02d', isoyear(a2), week(a2)) end,
    case when r3 = 1 then null else a3::varchar end,
    columns('_[sn]$')
from (pivot v on place using first(s) as s, first(n) as n group by r1, a1, r2, a2, r3, a3)
order by r1, a1 nulls last, r2, a2 nulls last, r3, a3 nulls last
