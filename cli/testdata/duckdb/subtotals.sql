-- pivot sales.csv --rows region,city,product --values sum(revenue),distinct(date) --totals none --subtotals city
select region, case grouping(product) when 1 then coalesce(city, '(blank)') || ' total' else city end, product, sum(revenue), count(distinct date)
from sales
group by grouping sets ((region, city, product), (region, city))
order by region nulls last, sales.city nulls last, grouping(product), product nulls last
