-- pivot sales.csv --rows "group(city, 'South = Rome, Kobe; North = Oslo, Reno'),city" --cols "group(product, 'Seats = Chair; rest'),product" --values 'sum(units),max(units),avg(revenue)'
with t as (
    select *, case when city in ('Rome', 'Kobe') then 'South' when city in ('Oslo', 'Reno') then 'North' else city end as land, case when product = 'Chair' then 'Seats' else 'Rest' end as kind
    from sales
), g as (
    select grouping(land, city) as down, land, city, grouping(kind, product) as across, kind, product, sum(units) as s, max(units) as d, avg(revenue) as m
    from t
    group by rollup(land, city), rollup(kind, product)
), v as (
    select down, land, city, printf('%02d', dense_rank() over (order by across = 3, kind = 'Rest', across, product nulls last)) as place, s, d, m
    from g
)
select case down when 3 then 'Total' when 1 then coalesce(land, '(blank)') || ' total' else land end, columns(* exclude (down, land))
from (pivot v on place using first(s) as s, first(d) as d, first(m) as m group by down, land, city)
order by down = 3, case land when 'South' then 1 when 'North' then 2 else 3 end, land nulls last, down, city nulls last
