-- pivot sales.csv --rows region,product --values 'sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue)' --show 'sum(revenue)=value,sum(revenue)=pct_total,sum(revenue)=pct_parent_row,sum(revenue)=running,sum(revenue)=pct_running,sum(revenue)=diff_prev,sum(revenue)=pct_diff_prev,sum(revenue)=rank,sum(revenue)=rank_asc,sum(revenue)=diff_of:EU,sum(revenue)=pct_diff_of:Desk,sum(revenue)=pct_of:EU'
with g as (
    select grouping(region, product) as level, region, product, sum(revenue) as s
    from sales
    group by rollup(region, product)
), d as (
    select *, case level when 0 then coalesce(region, '?') end as parent
    from g
), f as (
    select *,
        sum(s) over (partition by level, parent) as beside,
        sum(s) over before as running,
        lag(s) over before as previous,
        rank() over (partition by level, parent order by s desc) as largest,
        rank() over (partition by level, parent order by s) as least,
        (select b.s from g b where b.region = 'EU' and b.level = d.level and b.product is not distinct from d.product) as eu,
        (select b.s from g b where b.product = 'Desk' and b.level = d.level and b.region is not distinct from d.region) as desk
    from d
    window before as (partition by level, parent order by region nulls last, product nulls last rows unbounded preceding)
)
select
    case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end,
    product, s,
    s::double / (select s from g where level = 3)::double,
    s::double / case level when 3 then s when 1 then (select s from g where level = 3) else beside end::double,
    case when level < 3 then running end,
    case when level < 3 then running::double / beside::double end,
    case when level < 3 then s - previous end,
    case when level < 3 then (s - previous)::double / previous::double end,
    case when level < 3 then largest end,
    case when level < 3 then least end,
    case when level < 3 and region is distinct from 'EU' then s - coalesce(eu, 0) end,
    case when level = 0 and product is distinct from 'Desk' then (s - desk)::double / desk::double end,
    case when level < 3 then s::double / eu::double end
from f
order by level = 3, region nulls last, level, product nulls last
