-- pivot sales.csv --rows months --values 'max(unit),count() where date + 30 > 2024-06-30,min(len(city))' --let 'months = datediff(date, 2024-06-30, month)' --let 'unit = round(revenue / units, 2)' --filter 'revenue > cost' --totals none
select date_diff('month', date, date '2024-06-30') as m, max(round(revenue / nullif(units, 0), 2)), count(*) filter (date + 30 > date '2024-06-30'), min(length(city))
from sales
where revenue > cost
group by m
order by m nulls last
