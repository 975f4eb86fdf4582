-- pivot sales.csv --rows region,product --cols year(date) --filter 'date is not null' --values 'sum(units)' --show 'sum(units)=moving_avg:3 along cols'
with g as (
    select grouping(region, product) as level, region, product, year(date) as y, sum(units) as s
    from sales
    where date is not null
    group by rollup(region, product), year(date)
), grid as (
    select p.level, p.region, p.product, c.y, g.s
    from (select distinct level, region, product from g) p cross join (select distinct y from g) c
        left join g on g.level = p.level and g.region is not distinct from p.region and g.product is not distinct from p.product and g.y = c.y
), f as (
    select *, case when count(s) over last > 0 then sum(coalesce(s, 0)) over last::double / count(*) over last end as m
    from grid
    window last as (partition by level, region, product order by y rows 2 preceding)
)
select case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end, product,
    max(m) filter (y = 2023), max(m) filter (y = 2024), null
from f
group by level, region, product
order by level = 3, region nulls last, level, product nulls last
