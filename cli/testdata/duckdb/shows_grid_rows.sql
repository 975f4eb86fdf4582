-- pivot sales.csv --rows region,product --cols year(date),quarter(date) --values 'sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units)' --show 'sum(units)=value,sum(units)=pct_total,sum(units)=pct_col,sum(units)=pct_row,sum(units)=pct_parent_row,sum(units)=diff_prev,sum(units)=pct_diff_prev,sum(units)=pct_prev,sum(units)=diff_next,sum(units)=pct_diff_next,sum(units)=pct_next,sum(units)=diff_of:EU,sum(units)=pct_diff_of:Desk,sum(units)=pct_of:EU,sum(units)=running,sum(units)=pct_running,sum(units)=rank,sum(units)=rank_asc,sum(units)=index,sum(units)=pct_diff_of:EU'
with g as (
    select grouping(region, product) as down, region, product, grouping(y, q) as across, y, q, sum(units) as s
    from (select *, year(date) as y, quarter(date) as q from sales)
    group by rollup(region, product), rollup(y, q)
), grid as (
    select r.*, c.*, g.s
    from (select distinct down, region, product from g) r cross join (select distinct across, y, q from g) c
        left join g on g.down = r.down and g.region is not distinct from r.region and g.product is not distinct from r.product
            and g.across = c.across and g.y is not distinct from c.y and g.q is not distinct from c.q
), f as (
    select *,
        printf('%02d', dense_rank() over (order by across = 3, y nulls last, across, q nulls last)) as label,
        sum(s) filter (down = 3 and across = 3) over () as everything,
        sum(s) filter (down = 3) over (partition by across, y, q) as col_total,
        sum(s) filter (across = 3) over (partition by down, region, product) as row_total,
        sum(s) filter (down = 1) over (partition by across, y, q, region) as parent,
        sum(s) filter (region = 'EU') over (partition by across, y, q, down, product) as eu,
        sum(s) filter (product = 'Desk') over (partition by across, y, q, down, region) as desk,
        sum(s) over siblings as beside, sum(s) over up_to as running, lag(s) over up_to as before, lead(s) over up_to as after,
        row_number() over up_to as turn, count(*) over siblings as turns,
        rank() over (partition by across, y, q, down, case down when 0 then coalesce(region, '?') end order by s desc nulls last) as largest,
        rank() over (partition by across, y, q, down, case down when 0 then coalesce(region, '?') end order by s nulls last) as least
    from grid
    window siblings as (partition by across, y, q, down, case down when 0 then coalesce(region, '?') end),
        up_to as (partition by across, y, q, down, case down when 0 then coalesce(region, '?') end order by region nulls last, product nulls last rows unbounded preceding)
), v as (
    select down, region, product, label,
        s as a,
        s::double / nullif(everything, 0)::double as b,
        s::double / nullif(col_total, 0)::double as c,
        s::double / nullif(row_total, 0)::double as d,
        s::double / nullif(case down when 0 then parent when 1 then col_total else s end, 0)::double as e,
        case when down < 3 and turn > 1 and coalesce(s, before) is not null then coalesce(s, 0) - coalesce(before, 0) end as f,
        case when down < 3 then (coalesce(s, 0) - before)::double / nullif(before, 0)::double end as g,
        case when down < 3 then s::double / nullif(before, 0)::double end as h,
        case when down < 3 and turn < turns and coalesce(s, after) is not null then coalesce(s, 0) - coalesce(after, 0) end as i,
        case when down < 3 then (coalesce(s, 0) - after)::double / nullif(after, 0)::double end as j,
        case when down < 3 then s::double / nullif(after, 0)::double end as k,
        case when down < 3 and region is distinct from 'EU' and coalesce(s, eu) is not null then coalesce(s, 0) - coalesce(eu, 0) end as l,
        case when down = 0 and product is distinct from 'Desk' then (coalesce(s, 0) - desk)::double / nullif(desk, 0)::double end as m,
        case when down < 3 then s::double / nullif(eu, 0)::double end as n,
        case when down < 3 then running end as o,
        case when down < 3 then running::double / nullif(beside, 0)::double end as p,
        case when down < 3 and s is not null then largest end as q,
        case when down < 3 and s is not null then least end as r,
        (s::double * everything::double) / nullif(row_total::double * col_total::double, 0) as s,
        case when down < 3 and region is distinct from 'EU' then (coalesce(f.s, 0) - eu)::double / nullif(eu, 0)::double end as t
    from f
)
select
    case down when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end,
    columns(* exclude (down, region))
from (pivot v on label
    using first(a) as a, first(b) as b, first(c) as c, first(d) as d, first(e) as e, first(f) as f, first(g) as g, first(h) as h, first(i) as i, first(j) as j, first(k) as k, first(l) as l, first(m) as m, first(n) as n, first(o) as o, first(p) as p, first(q) as q, first(r) as r, first(s) as s, first(t) as t group by down, region, product)
order by down = 3, region nulls last, down, product nulls last
