-- pivot sales.csv --rows region,city --values 'sum(revenue),count(),distinct(product),median(units),min(date)' --top '1 of city by count()' --others
with n as (
    select region, city, count(*) as n
    from sales
    group by all
), c as (
    select *, row_number() over (partition by region order by n desc, city nulls last) as place
    from n
), k as (
    select s.*, c.place > 1 as other
    from sales s join c on s.region is not distinct from c.region and s.city is not distinct from c.city
), g as (
    select grouping(region, other) as level, region, other, case when other then 'Others' else city end as label,
        sum(revenue) as s, count(*) as n, count(distinct product) as products, median(units) as middle, min(date) as first
    from k
    group by grouping sets ((region, other, label), (region), ())
)
select case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end, label, s, n, products, middle, first
from g
order by level = 3, region nulls last, level, other
