-- pivot sales.csv --rows region --totals none --values count(),sum(units) --filter 'date in previous quarter of 2024-05-15 or date in this week of 2023-12-31 or date in last 2 months of 2023-08-20'
select region, count(*), sum(units)
from sales
where date_trunc('quarter', date) = date_trunc('quarter', date '2024-05-15' - interval 3 month) or date_trunc('week', date) = date_trunc('week', date '2023-12-31')
    or date > date '2023-08-20' - interval 2 month and date <= date '2023-08-20'
group by region
order by region nulls last
