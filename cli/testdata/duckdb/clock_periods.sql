-- pivot visits.csv --rows 'trunc(visit, day),trunc(visit, hour),trunc(visit, minute)' --values 'sum(people),count()' --totals cols
with g as (
    select grouping(d, h, m) as level, d, h, m, sum(people) as s, count(*) as n
    from (select *, visit::date as d, date_trunc('hour', visit) as h, date_trunc('minute', visit) as m from visits)
    group by rollup(d, h, m)
), t as (
    select *, strftime(d, '%Y-%m-%d') as day, strftime(h, '%Y-%m-%d %H:%M') as hour, strftime(m, '%Y-%m-%d %H:%M') as minute
    from g
)
select
    case level when 7 then 'Total' when 3 then coalesce(day, '(blank)') || ' total' else day end,
    case level when 1 then coalesce(hour, '(blank)') || ' total' when 0 then hour end,
    minute, s, n
from t
order by level = 7, d nulls last, level = 3, h nulls last, level, m nulls last
