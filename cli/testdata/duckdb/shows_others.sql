-- pivot sales.csv --rows region,product --values 'sum(units),sum(units),sum(units),sum(units),sum(units)' --show 'sum(units)=value,sum(units)=pct_parent_row,sum(units)=rank,sum(units)=diff_prev,sum(units)=running' --sort label --top '2 of product by sum(units)' --others
with p as (
    select region, product, sum(units) as s, row_number() over (partition by region order by sum(units) desc nulls last, product nulls last) as place, rank() over (partition by region order by sum(units) desc nulls last) as largest
    from sales
    group by region, product
), lines as (
    select 0 as level, region, place > 2 as out, case when place <= 2 then product end as item, sum(s) as s, min(largest) filter (place <= 2) as largest from p group by region, out, item
    union all
    select 1, region, null, null, sum(s), rank() over (order by sum(s) desc) from p group by region
    union all
    select 3, null, null, null, sum(s), null from p
), f as (
    select *, lag(s) over beside as previous, sum(s) over beside as running
    from lines
    window beside as (partition by level, case level when 0 then coalesce(region, '?') end order by region nulls last, out, item nulls last rows unbounded preceding)
)
select case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end, case when level = 0 then case when out then 'Others' else item end end,
    s, s::double / nullif(case level when 0 then (select sum(s) from p where p.region is not distinct from f.region) else (select sum(s) from p) end, 0)::double,
    largest, case when level < 3 and not (level = 0 and out) then s - previous end, case when level < 3 then running end
from f
order by level = 3, region nulls last, level, out, item nulls last
