-- pivot sales.csv --rows date --totals none --values count(),sum(units) --filter 'date in last 45 days'
-- pivot sales.csv --rows date --totals none --values count(),sum(units) --filter 'date in last 45 days and date is not null'
select date, count(*), sum(units)
from sales
where date > (select max(date) from sales) - interval 45 day
group by date
order by date
