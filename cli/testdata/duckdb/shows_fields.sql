-- pivot sales.csv --rows region,product --values 'sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue),sum(revenue)' --show 'sum(revenue)=value,sum(revenue)=running along region,sum(revenue)=pct_running along region,sum(revenue)=diff_prev along region,sum(revenue)=pct_diff_prev along region,sum(revenue)=diff_next along region,sum(revenue)=pct_diff_next along region,sum(revenue)=pct_prev along region,sum(revenue)=pct_next,sum(revenue)=pct_parent along region'
with g as (
    select grouping(region, product) as level, region, product, sum(revenue) as s
    from sales
    group by rollup(region, product)
), d as (
    select *, case level when 0 then coalesce(product, '?') end as same, dense_rank() over (order by region nulls last) as turn
    from g
), f as (
    select *,
        sum(s) over (partition by level, same order by region nulls last rows unbounded preceding) as running,
        sum(s) over (partition by level, same) as beside,
        (select b.s from d b where b.level = d.level and b.same is not distinct from d.same and b.turn = d.turn - 1) as before,
        (select b.s from d b where b.level = d.level and b.same is not distinct from d.same and b.turn = d.turn + 1) as after,
        lead(s) over (partition by level, case level when 0 then coalesce(region, '?') end order by region nulls last, product nulls last) as next,
        (select b.s from d b where b.level = 1 and b.region is not distinct from d.region) as parent
    from d
)
select
    case level when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end,
    product, s,
    case when level < 3 then running end,
    case when level < 3 then running::double / beside::double end,
    case when level < 3 then s - before end,
    case when level < 3 then (s - before)::double / before::double end,
    case when level < 3 then s - after end,
    case when level < 3 then (s - after)::double / after::double end,
    case when level < 3 then s::double / before::double end,
    case when level < 3 then s::double / next::double end,
    case when level < 3 then s::double / parent::double end
from f
order by level = 3, region nulls last, level, product nulls last
