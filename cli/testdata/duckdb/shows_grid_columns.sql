-- pivot sales.csv --rows region,city --cols year(date),quarter(date) --filter 'region <> "Asia"' --values 'sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units)' --show 'sum(units)=pct_parent_col,sum(units)=diff_prev along cols,sum(units)=pct_prev along cols,sum(units)=diff_next along cols,sum(units)=pct_diff_next along cols,sum(units)=pct_next along cols,sum(units)=diff_of:2023 along cols,sum(units)=pct_diff_of:2023 along cols,sum(units)=pct_of:2 along quarter(date),sum(units)=pct_running along cols,sum(units)=rank_asc along cols,sum(units)=running along year(date),sum(units)=pct_running along year(date),sum(units)=diff_prev along year(date),sum(units)=pct_parent along year(date),sum(units)=pct_parent along region,sum(units)=value,sum(units)=pct_total,sum(units)=pct_col,sum(units)=pct_row,sum(units)=pct_parent_row,sum(units)=running along cols,sum(units)=pct_diff_prev along cols,sum(units)=rank along cols,sum(units)=index'
with g as (
    select grouping(region, city) as down, region, city, grouping(y, q) as across, y, q, sum(units) as s
    from (select *, year(date) as y, quarter(date) as q from sales where region <> 'Asia')
    group by rollup(region, city), rollup(y, q)
), grid as (
    select r.*, c.*, g.s
    from (select distinct down, region, city from g) r cross join (select distinct across, y, q from g) c
        left join g on g.down = r.down and g.region is not distinct from r.region and g.city is not distinct from r.city
            and g.across = c.across and g.y is not distinct from c.y and g.q is not distinct from c.q
), f as (
    select *,
        coalesce(y::varchar, 'none') || case across when 1 then ' total' when 3 then ' all' else coalesce('Q' || q, ' none') end as label,
        sum(s) filter (across = 3) over (partition by down, region, city) as row_total,
        sum(s) filter (down = 3) over (partition by across, y, q) as col_total,
        sum(s) filter (down = 3 and across = 3) over () as everything,
        sum(s) filter (across = 1) over (partition by down, region, city, y) as parent,
        sum(s) filter (down = 1) over (partition by across, y, q, region) as region_total,
        sum(s) filter (y = 2023) over same_quarter as base,
        sum(s) filter (q = 2) over (partition by down, region, city, across, y) as second,
        bool_or(y = 2023) over same_quarter as has_base,
        sum(s) over siblings as beside, sum(s) over up_to as running, lag(s) over up_to as before, lead(s) over up_to as after,
        row_number() over up_to as turn, count(*) over siblings as turns,
        sum(s) over same_quarter as all_years, sum(s) over years as so_far, lag(s) over years as year_before, row_number() over years > 1 as has_before,
        rank() over (partition by down, region, city, across, case across when 0 then coalesce(y, 0) end order by s nulls last) as least,
        rank() over (partition by down, region, city, across, case across when 0 then coalesce(y, 0) end order by s desc nulls last) as largest
    from grid
    window siblings as (partition by down, region, city, across, case across when 0 then coalesce(y, 0) end),
        up_to as (partition by down, region, city, across, case across when 0 then coalesce(y, 0) end order by y nulls last, q nulls last rows unbounded preceding),
        same_quarter as (partition by down, region, city, across, case across when 0 then coalesce(q, 0) end),
        years as (partition by down, region, city, across, case across when 0 then coalesce(q, 0) end order by y nulls last rows unbounded preceding)
), v as (
    select down, region, city, label,
        s::double / nullif(case across when 0 then parent when 1 then row_total else s end, 0)::double as a,
        case when across < 3 and turn > 1 and coalesce(s, before) is not null then coalesce(s, 0) - coalesce(before, 0) end as b,
        case when across < 3 then s::double / nullif(before, 0)::double end as c,
        case when across < 3 and turn < turns and coalesce(s, after) is not null then coalesce(s, 0) - coalesce(after, 0) end as d,
        case when across < 3 then (coalesce(s, 0) - after)::double / nullif(after, 0)::double end as e,
        case when across < 3 then s::double / nullif(after, 0)::double end as f,
        case when across < 3 and y is distinct from 2023 and has_base and coalesce(s, base) is not null then coalesce(s, 0) - coalesce(base, 0) end as g,
        case when across < 3 and y is distinct from 2023 then (coalesce(s, 0) - base)::double / nullif(base, 0)::double end as h,
        case when across = 0 then s::double / nullif(second, 0)::double end as i,
        case when across < 3 then running::double / nullif(beside, 0)::double end as j,
        case when across < 3 and s is not null then least end as k,
        case when across < 3 then so_far end as l,
        case when across < 3 then so_far::double / nullif(all_years, 0)::double end as m,
        case when across < 3 and has_before and coalesce(s, year_before) is not null then coalesce(s, 0) - coalesce(year_before, 0) end as n,
        case when across < 3 then s::double / nullif(parent, 0)::double end as o,
        case when down < 3 then s::double / nullif(region_total, 0)::double end as p,
        s as s0,
        s::double / nullif(everything, 0)::double as s1,
        s::double / nullif(col_total, 0)::double as s2,
        s::double / nullif(row_total, 0)::double as s3,
        s::double / nullif(case down when 0 then region_total when 1 then col_total else s end, 0)::double as s4,
        case when across < 3 then running end as s5,
        case when across < 3 then (coalesce(s, 0) - before)::double / nullif(before, 0)::double end as s6,
        case when across < 3 and s is not null then largest end as s7,
        (s::double * everything::double) / nullif(row_total::double * col_total::double, 0) as s8
    from f
)
select
    case down when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end,
    columns(* exclude (down, region))
from (pivot v on label in ('2023Q1', '2023Q2', '2023Q3', '2023Q4', '2023 total', '2024Q1', '2024Q2', '2024Q3', '2024Q4', '2024 total', 'none none', 'none total', 'none all')
    using first(a) as a, first(b) as b, first(c) as c, first(d) as d, first(e) as e, first(f) as f, first(g) as g, first(h) as h, first(i) as i, first(j) as j, first(k) as k, first(l) as l, first(m) as m, first(n) as n, first(o) as o, first(p) as p, first(s0) as s0, first(s1) as s1, first(s2) as s2, first(s3) as s3, first(s4) as s4, first(s5) as s5, first(s6) as s6, first(s7) as s7, first(s8) as s8 group by down, region, city)
order by down = 3, region nulls last, down, city nulls last
