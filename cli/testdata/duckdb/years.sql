-- pivot sales.csv --rows year(date),quarter(date) --values sum(cost),count() --totals none
select year(date), quarter(date), sum(cost), count(*)
from sales
group by all
order by 1 nulls last, 2 nulls last
