-- pivot sales.csv --rows region,city --cols product --values 'sum(revenue),count(),max(units)' --having 'city: sum(units) between 50 and 200' --having 'region: count() >= 20' --having 'product: avg(cost) > 1000'
with g as (
    select grouping(region, city) as down, region, city, grouping(product) as across, product, sum(revenue) as s, count(*) as n, max(units) as m, sum(units) as units, avg(cost) as cost
    from sales
    group by rollup(region, city), rollup(product)
), v as (
    select down, region, city, printf('%02d', dense_rank() over (order by across, product nulls last)) as place, s, n, m,
        (select count(*) from g k where k.down = if(g.down = 3, 1, 0) and k.across = 1 and (g.down = 3 or k.region is not distinct from g.region)) as labels
    from g
    where (down = 3 or exists (from g k where k.down = 1 and k.across = 1 and k.region is not distinct from g.region and k.n >= 20))
        and (down > 0 or exists (from g k where k.down = 0 and k.across = 1 and k.region is not distinct from g.region and k.city is not distinct from g.city and k.units between 50 and 200))
        and (across = 1 or exists (from g k where k.down = 3 and k.across = 0 and k.product is not distinct from g.product and k.cost > 1000))
)
select case down when 3 then 'Total of all ' || labels when 1 then coalesce(region, '(blank)') || ' total' || if(labels > shown, ' of all ' || labels, '') else region end,
    columns(* exclude (down, region, labels, shown))
from (from (pivot v on place using first(s) as s, first(n) as n, first(m) as m group by down, region, city, labels) select *, count(*) filter (down = 0) over (partition by region) as shown)
order by down = 3, region nulls last, down, city nulls last
