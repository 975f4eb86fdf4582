-- pivot sales.csv --rows 'trunc(date, year),trunc(date, quarter),trunc(date, month)' --values 'sum(revenue),count()' --totals none --subtotals none
select strftime(date, '%Y'), strftime(date, '%Y') || '-Q' || quarter(date), strftime(date, '%Y-%m'), sum(revenue), count(*)
from sales
group by all
order by 3 nulls last
