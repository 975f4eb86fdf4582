-- pivot sales.csv --lookup 'cities.csv full join every line on city' --rows country,product --values sum(revenue),avg(people),min(founded),count()
select
    case grouping(country, product) when 3 then 'Total' when 1 then coalesce(country, '(blank)') || ' total' else country end,
    product, sum(revenue), avg(people), min(founded), count(*)
from sales full join cities c on sales.city = c.city
group by rollup(country, product)
order by grouping(country), country nulls last, grouping(product), product nulls last
