-- pivot sales.csv --rows 'trunc(date, week)' --values 'sum(revenue),count()' --totals none
select printf('%04d-W%02d', isoyear(date), week(date)), sum(revenue), count(*)
from sales
group by all
order by 1 nulls last
