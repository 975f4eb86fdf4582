-- pivot sales.csv --rows city,product --totals none --values sum(units),count() --filter 'city icontains "O" and not city iends "TON" and product matches "^(Lamp|.*f)$"'
-- pivot sales.csv --rows city,product --totals none --values sum(units),count() --filter 'city ilike "%o%"' --filter 'not city imatches "ton$" and (product = "Lamp" or product ends "f")'
select city, product, sum(units), count(*)
from sales
where city ilike '%o%' and not (lower(city) like '%ton') and regexp_matches(product, '^(Lamp|.*f)$')
group by city, product
order by city nulls last, product nulls last
