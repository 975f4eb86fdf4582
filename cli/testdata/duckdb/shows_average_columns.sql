-- pivot sales.csv --rows region,city --cols year(date),quarter(date) --filter 'region <> "Asia"' --values 'avg(units),avg(units),avg(units),avg(units),avg(units),avg(units),avg(units),avg(units),avg(units),avg(units),avg(units),avg(units),avg(units),avg(units),avg(units),avg(units)' --show 'avg(units)=value,avg(units)=diff_prev along cols,avg(units)=pct_diff_prev along cols,avg(units)=pct_prev along cols,avg(units)=diff_next along cols,avg(units)=pct_diff_next along cols,avg(units)=pct_next along cols,avg(units)=diff_of:2023 along cols,avg(units)=pct_diff_of:2023 along cols,avg(units)=pct_of:2 along quarter(date),avg(units)=rank along cols,avg(units)=rank_asc along cols,avg(units)=pct_parent_col,avg(units)=pct_parent along year(date),avg(units)=pct_parent along region,avg(units)=index'
with g as (
    select grouping(region, city) as down, region, city, grouping(y, q) as across, y, q, avg(units) as s
    from (select *, year(date) as y, quarter(date) as q from sales where region <> 'Asia')
    group by rollup(region, city), rollup(y, q)
), grid as (
    select r.*, c.*, g.s
    from (select distinct down, region, city from g) r cross join (select distinct across, y, q from g) c
        left join g on g.down = r.down and g.region is not distinct from r.region and g.city is not distinct from r.city
            and g.across = c.across and g.y is not distinct from c.y and g.q is not distinct from c.q
), f as (
    select *,
        printf('%02d', dense_rank() over (order by across = 3, y nulls last, across, q nulls last)) as label,
        sum(s) filter (down = 3 and across = 3) over () as everything,
        sum(s) filter (down = 3) over (partition by across, y, q) as col_total,
        sum(s) filter (across = 3) over (partition by down, region, city) as row_total,
        sum(s) filter (across = 1) over (partition by down, region, city, y) as parent,
        sum(s) filter (down = 1) over (partition by across, y, q, region) as region_total,
        sum(s) filter (y = 2023) over (partition by down, region, city, across, case across when 0 then coalesce(q, 0) end) as base,
        sum(s) filter (q = 2) over (partition by down, region, city, across, y) as second,
        lag(s) over up_to as before, lead(s) over up_to as after,
        rank() over (partition by down, region, city, across, case across when 0 then coalesce(y, 0) end order by s desc nulls last) as largest,
        rank() over (partition by down, region, city, across, case across when 0 then coalesce(y, 0) end order by s nulls last) as least
    from grid
    window up_to as (partition by down, region, city, across, case across when 0 then coalesce(y, 0) end order by y nulls last, q nulls last rows unbounded preceding)
), v as (
    select down, region, city, label,
        s as a,
        case when across < 3 then s - before end as b,
        case when across < 3 then (s - before)::double / nullif(before, 0)::double end as c,
        case when across < 3 then s::double / nullif(before, 0)::double end as d,
        case when across < 3 then s - after end as e,
        case when across < 3 then (s - after)::double / nullif(after, 0)::double end as f,
        case when across < 3 then s::double / nullif(after, 0)::double end as g,
        case when across < 3 and y is distinct from 2023 then s - base end as h,
        case when across < 3 and y is distinct from 2023 then (s - base)::double / nullif(base, 0)::double end as i,
        case when across = 0 then s::double / nullif(second, 0)::double end as j,
        case when across < 3 and s is not null then largest end as k,
        case when across < 3 and s is not null then least end as l,
        s::double / nullif(case across when 0 then parent when 1 then row_total else s end, 0)::double as m,
        case when across < 3 then s::double / nullif(parent, 0)::double end as n,
        case when down < 3 then s::double / nullif(region_total, 0)::double end as o,
        (s::double * everything::double) / nullif(row_total::double * col_total::double, 0) as p
    from f
)
select
    case down when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' else region end,
    columns(* exclude (down, region))
from (pivot v on label
    using first(a) as a, first(b) as b, first(c) as c, first(d) as d, first(e) as e, first(f) as f, first(g) as g, first(h) as h, first(i) as i, first(j) as j, first(k) as k, first(l) as l, first(m) as m, first(n) as n, first(o) as o, first(p) as p group by down, region, city)
order by down = 3, region nulls last, down, city nulls last
