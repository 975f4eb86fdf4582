-- pivot sales.csv --rows region,product --totals none --values count() --filter 'not (city begins "R" or product contains "e") and (units > 5 or city is null)'
select region, product, count(*)
from sales
where not (starts_with(city, 'R') or contains(product, 'e')) and (units > 5 or city is null)
group by region, product
order by region nulls last, product nulls last
