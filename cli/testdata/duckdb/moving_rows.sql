-- pivot sales.csv --rows region,product --cols year(date) --filter 'date is not null' --values 'sum(units),avg(units)' --show 'sum(units)=moving_avg:3,avg(units)=moving_avg:3'
with g as (
    select grouping(region, product) as level, region, product, grouping(year(date)) as across, year(date) as y, sum(units) as s, avg(units) as a
    from sales
    where date is not null
    group by rollup(region, product), rollup(year(date))
), grid as (
    select p.level, p.region, p.product, c.across, c.y, g.s, g.a
    from (select distinct level, region, product from g) p cross join (select distinct across, y from g) c
        left join g on g.level = p.level and g.region is not distinct from p.region and g.product is not distinct from p.product and g.across = c.across and g.y is not distinct from c.y
), f as (
    select *,
        case when count(s) over last = 0 then null else sum(coalesce(s, 0)) over last::double / count(*) over last end as ms,
        avg(a) over last as ma
    from grid
    window last as (partition by across, y, level, case level when 0 then coalesce(region, '?') end order by region nulls last, product nulls last rows 2 preceding)
), v as (
    select level, region, product, case across when 1 then 'total' else y::text end as label, case when level < 3 then ms end as ms, case when level < 3 then ma end as ma
    from f
)
select case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end, product,
    max(ms) filter (label = '2023'), max(ma) filter (label = '2023'), max(ms) filter (label = '2024'), max(ma) filter (label = '2024'), max(ms) filter (label = 'total'), max(ma) filter (label = 'total')
from v
group by level, region, product
order by level = 3, region nulls last, level, product nulls last
