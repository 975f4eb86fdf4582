-- pivot sales.csv --lookup 'cities.csv on city' --rows country,city --values sum(revenue),avg(people),min(founded),count()
-- pivot sales.csv --lookup 'cities.csv on city = city columns founded, people, country' --rows country,city --values sum(revenue),avg(people),min(founded),count()
select
    case grouping(country, city) when 3 then 'Total' when 1 then coalesce(country, '(blank)') || ' total' else country end,
    city, sum(revenue), avg(people), min(founded), count(*)
from (
    select sales.*, c.country, c.people, c.founded
    from sales left join cities c on sales.city = c.city and c.country <> 'Nowhere' -- the second line of Oslo
)
group by rollup(country, city)
order by grouping(country), country nulls last, grouping(city), city nulls last
