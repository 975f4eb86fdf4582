-- pivot sales.csv --rows region,city --cols product,year(date) --values 'sum(revenue),count(),min(units),avg(units)' --sort label --sort 'product: label' --top '2 of city by sum(revenue)' --bottom '2 of product by count()'
with t as (
    select *, year(date) as y
    from sales
), g as (
    select grouping(region, city) as down, region, city, grouping(product, y) as across, product, y, sum(revenue) as s, count(*) as n, min(units) as d, avg(units) as a
    from t
    group by rollup(region, city), rollup(product, y)
), rows_kept as (
    select region, city
    from g
    where down = 0 and across = 3
    qualify row_number() over (partition by region order by s desc nulls last, city nulls last) <= 2
), cols_kept as (
    select product
    from g
    where down = 3 and across = 1
    qualify row_number() over (order by n, product nulls last) <= 2
), v as (
    select down, region, city, printf('%02d', dense_rank() over (order by across = 3, product nulls last, across, y nulls last)) as place, s, n, d, a,
        (select count(*) from g k where k.down = 0 and k.across = 3 and k.region is not distinct from g.region) as cities
    from g
    where (down > 0 or exists (from rows_kept k where k.region is not distinct from g.region and k.city is not distinct from g.city))
        and (across = 3 or exists (from cols_kept k where k.product is not distinct from g.product))
)
select case down when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' || if(cities > 2, ' of all ' || cities, '') else region end, columns(* exclude (down, region, cities))
from (pivot v on place using first(s) as s, first(n) as n, first(d) as d, first(a) as a group by down, region, city, cities)
order by down = 3, region nulls last, down, city nulls last
