-- pivot shifts.csv --rows 'trunc(start, minute)' --values 'sum(staff)' --filter 'time(finish) >= "10"' --filter 'minute(start) <> 15'
select case when grouping(b) = 1 then 'Total' else strftime(date '2000-01-01' + b, '%H:%M') end, sum(staff)
from (select start::varchar::time as b, finish::varchar::time as e, staff from shifts)
where e >= time '10:00:00' and minute(b) <> 15
group by rollup (b) order by grouping(b), b nulls last
