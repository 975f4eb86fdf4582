-- pivot sales.csv --rows region,city --values sum(revenue),sum(units),count(),count(cost),min(revenue),max(date)
-- pivot sales.csv --rows region,city --values sum(revenue),sum(units),count(),count(cost),min(revenue),max(date) --sort label
select
    case grouping(region, city) when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end,
    city, sum(revenue), sum(units), count(*), count(cost), min(revenue), max(date)
from sales
group by rollup(region, city)
order by grouping(region), region nulls last, grouping(city), city nulls last
