-- pivot sales.csv --rows region --cols year(date),quarter(date) --filter 'date is not null' --totals rows --values 'sum(units),sum(units),sum(units),sum(units),sum(units)' --show 'sum(units)=running along cols,sum(units)=pct_diff_prev along cols,sum(units)=rank along cols,sum(units)=diff_of:2 along cols,sum(units)=index'
with g as (
    select grouping(year(date), quarter(date)) as level, region, year(date) as y, quarter(date) as q, sum(units) as s
    from sales
    where date is not null
    group by region, rollup(year(date), quarter(date))
), grid as (
    select p.level, r.region, p.y, p.q, g.s
    from (select distinct region from g) r cross join (select distinct level, y, q from g) p
        left join g on g.level = p.level and g.region is not distinct from r.region and g.y is not distinct from p.y and g.q is not distinct from p.q
), f as (
    select *,
        case level when 0 then y end as parent,
        (select sum(units) from sales t where date is not null and case level when 0 then year(t.date) = y and quarter(t.date) = q when 1 then year(t.date) = y else true end) as down,
        (select sum(units) from sales t where date is not null) as everything,
        (select b.s from g b where b.region is not distinct from grid.region and b.level = 0 and b.y = grid.y and b.q = 2 and grid.level = 0) as second,
        (select b.s from g b where b.region is not distinct from grid.region and b.level = 3) as across
    from grid
), w as (
    select *,
        sum(s) over before as running,
        lag(s) over before as previous,
        rank() over (partition by region, level, parent order by s desc) as largest
    from f
    window before as (partition by region, level, parent order by y, q rows unbounded preceding)
), v as (
    select region, case level when 3 then 'total' when 1 then y || ' total' else y || 'Q' || q end as label,
        case when level < 3 then running end as a,
        case when level < 3 then (coalesce(s, 0) - previous)::double / nullif(previous, 0)::double end as b,
        case when level < 3 and s is not null then largest end as c,
        case when level = 0 and q <> 2 and coalesce(s, second) is not null then coalesce(s, 0) - coalesce(second, 0) end as d,
        (s::double * everything::double) / nullif(across::double * down::double, 0) as e
    from w
)
from (pivot v on label in ('2023Q1', '2023Q2', '2023Q3', '2023Q4', '2023 total', '2024Q1', '2024Q2', '2024Q3', '2024Q4', '2024 total', 'total')
    using first(a) as a, first(b) as b, first(c) as c, first(d) as d, first(e) as e group by region)
order by region nulls last
