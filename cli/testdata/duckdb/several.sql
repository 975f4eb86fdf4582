-- pivot sales.csv more.csv --rows File,region --values sum(revenue),avg(cost),min(date),sum(units)
select
    case grouping(File, region) when 3 then 'Total' when 1 then File || ' total' else File end,
    region, sum(revenue), avg(cost), min(date), sum(units)
from (
    select 'sales.csv' as File, region, revenue, cost, date, units from sales
    union all by name
    select 'more.csv' as File, region, revenue, cost, date, units from more
)
group by rollup(File, region)
order by grouping(File), File, grouping(region), region nulls last
