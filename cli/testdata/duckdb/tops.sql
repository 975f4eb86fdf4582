-- pivot sales.csv --rows region,city --values 'sum(revenue),count(),distinct(product)' --sort label --top '2 of city by sum(revenue)' --totals none
-- pivot sales.csv --rows region,city --values 'sum(revenue),count(),distinct(product)' --having 'city: sum(revenue) > -1e9' --sort label --top '2 of city by sum(revenue)' --totals none
with c as (
    select region, city, sum(revenue) as s, count(*) as n, count(distinct product) as products
    from sales
    group by all
), r as (
    select *, row_number() over (partition by region order by s desc, city nulls last) as place
    from c
)
select region, city, s, n, products
from r
where place <= 2
order by region nulls last, city nulls last
