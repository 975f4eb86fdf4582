-- pivot sales.csv --rows region,product --values 'sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),avg(revenue)' --show 'sum(units)=value,sum(units)=running,sum(units)=pct_running,sum(units)=diff_prev,sum(units)=pct_diff_next,sum(units)=rank' --sort 'avg(revenue) desc'
with g as (
    select grouping(region, product) as level, region, product, sum(units) as s, avg(revenue) as average
    from sales
    group by rollup(region, product)
), f as (
    select *,
        sum(s) over up_to as running, sum(s) over siblings as beside, lag(s) over up_to as before, lead(s) over up_to as after,
        rank() over (partition by level, case level when 0 then coalesce(region, '?') end order by s desc) as largest,
        sum(average) filter (level = 1) over (partition by region) as of_region
    from g
    window siblings as (partition by level, case level when 0 then coalesce(region, '?') end),
        up_to as (partition by level, case level when 0 then coalesce(region, '?') end order by average desc nulls last rows unbounded preceding)
)
select case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end, product, s,
    case when level < 3 then running end, case when level < 3 then running::double / nullif(beside, 0)::double end,
    case when level < 3 then s - before end, case when level < 3 then (s - after)::double / nullif(after, 0)::double end, case when level < 3 then largest end, average
from f
order by level = 3, of_region desc, level, average desc nulls last
